import { expect, it } from 'vitest';
import type { Lane } from './merge-lanes.ts';
import { reasonFor } from './reason-for.ts';

const french = { language: 'fr', topics: ['food', 'travel'] } as const;
const learnsFrench = { languages: ['fr'], liked: ['travel', 'food'] } as const;
const namedNone = { languages: [], liked: [] } as const;

const cases: [Lane, Parameters<typeof reasonFor>[1], ReturnType<typeof reasonFor>][] = [
  ['topic', learnsFrench, { kind: 'topic', topic: 'travel' }],
  ['own', learnsFrench, { kind: 'language', topic: null }],
  ['own', namedNone, null],
  ['level', learnsFrench, { kind: 'level', topic: null }],
  ['discover', { languages: ['ko'], liked: ['food'] }, { kind: 'discover', topic: null }],
  ['tired', learnsFrench, { kind: 'language', topic: null }],
  ['tired', { languages: ['ko'], liked: [] }, { kind: 'discover', topic: null }],
  ['discovered', learnsFrench, { kind: 'again', topic: null }],
  ['again', learnsFrench, { kind: 'again', topic: null }],
  ['again', namedNone, { kind: 'again', topic: null }],
];

it.each(cases)('reasonFor a French video in the lane %s, for %o, is %o', (lane, student, reason) => {
  expect(reasonFor({ lane, ...french }, student)).toEqual(reason);
});
