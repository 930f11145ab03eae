import { describe, expect, it } from 'vitest';
import { readPromptCard, topicOf } from './prompt-rules.ts';

describe('readPromptCard', () => {
  it.each([
    ['Viajes', { topic: 'Viajes', questions: [] }],
    ['Viajes\n¿A dónde?\n¿Con quién?', { topic: 'Viajes', questions: ['¿A dónde?', '¿Con quién?'] }],
    [
      'Viajes\r\n\r\n- ¿A dónde?\r\n2) ¿Con quién?',
      { topic: 'Viajes', questions: ['¿A dónde?', '¿Con quién?'] },
    ],
    ['1984\n• 2 de cada 3', { topic: '1984', questions: ['2 de cada 3'] }],
  ])('of %j is its topic and its questions, without bullets', (text, card) => {
    expect(readPromptCard(text)).toEqual(card);
  });
});

it('topicOf shortens a topic to what a notice has room for', () => {
  expect(topicOf('Viajes\n¿A dónde?')).toBe('Viajes');
  expect(topicOf('a'.repeat(161))).toBe(`${'a'.repeat(159)}…`);
});
