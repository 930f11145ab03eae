import { describe, expect, it } from 'vitest';
import { contact, planAnswers } from '../../contract.ts';
import {
  emptyPlanDraft,
  isPlanStepDone,
  type PlanDraft,
  planAnswersOf,
  planProgressOf,
  planSteps,
  planStepToShow,
  readPlanDraft,
  toggleWord,
  wrongContact,
} from './plan-draft.ts';

const ximena = { name: 'Ximena', email: 'ximena@example.org', country: 'Colombia' };
const full: PlanDraft = {
  language: 'nah',
  level: 'advanced',
  goals: ['travel', 'fun'],
  learningStyle: ['combined'],
  availableTime: '1-2',
  modality: ['club', 'async'],
  contact: ximena,
};
const visitor = { signedIn: false, made: false };
const member = { signedIn: true, made: false };

describe('the long quiz', () => {
  it('has six questions, the contact step and the plan', () => {
    expect(planSteps).toHaveLength(8);
  });

  it('requires an answer to each question', () => {
    for (const step of planSteps.slice(0, 6)) {
      expect(isPlanStepDone(step, emptyPlanDraft), step).toBe(false);
      expect(isPlanStepDone(step, full), step).toBe(true);
    }
  });

  it('shows the first unanswered question to a visitor who asks for a later step', () => {
    expect(planStepToShow(7, emptyPlanDraft, { signedIn: true, made: true })).toBe('language');
    expect(planStepToShow(5, { ...full, goals: [] }, visitor)).toBe('goal');
    expect(planStepToShow(6, { ...full, modality: [] }, visitor)).toBe('modality');
    expect(planStepToShow(4, full, visitor)).toBe('time');
  });

  it('asks a visitor for a contact, but not a member', () => {
    expect(planStepToShow(6, full, visitor)).toBe('contact');
    expect(planStepToShow(6, full, member)).toBe('modality');
  });

  it('shows the plan only after it was made', () => {
    expect(planStepToShow(7, full, visitor)).toBe('contact');
    expect(planStepToShow(7, full, member)).toBe('modality');
    expect(planStepToShow(7, full, { signedIn: false, made: true })).toBe('plan');
    expect(planStepToShow(99, full, { signedIn: true, made: true })).toBe('plan');
  });

  it.each([undefined, null, 'two', 1.5, Number.NaN])(
    'starts at the first unanswered question when asked for step %s',
    (asked) => {
      expect(planStepToShow(asked, emptyPlanDraft, visitor)).toBe('language');
      const fromShortQuiz = { ...emptyPlanDraft, language: 'nah', level: 'basic' } as const;
      expect(planStepToShow(asked, fromShortQuiz, visitor)).toBe('goal');
      expect(planStepToShow(asked, full, member)).toBe('modality');
    },
  );

  it('goes back to its first question for a person who changes their answers', () => {
    expect(planStepToShow(0, full, member)).toBe('language');
    expect(planStepToShow(-1, full, visitor)).toBe('language');
  });

  it('fills its progress bar from 0 to 100 %', () => {
    expect(planSteps.map((step) => Math.round(planProgressOf(step)))).toEqual([
      0, 17, 33, 50, 67, 83, 100, 100,
    ]);
  });

  it('adds a word at the first tap and removes it at the second', () => {
    expect(toggleWord(['club'], 'async')).toEqual(['club', 'async']);
    expect(toggleWord(['club', 'async'], 'club')).toEqual(['async']);
  });
});

describe('the draft of the long quiz', () => {
  it('is read back unchanged', () => {
    expect(readPlanDraft(JSON.parse(JSON.stringify(full)))).toEqual(full);
  });

  it.each([
    ['nothing', null],
    ['a number', 7],
    ['a list', [1, 2]],
    ['the wrong shapes', { language: ['en'], goals: 'travel', contact: 'Ximena', modality: { club: true } }],
    ['unknown words', { language: 'xx', level: 'native', goals: ['fame'], availableTime: 'all' }],
  ])('is empty when read from %s', (_what, value) => {
    expect(readPlanDraft(value)).toEqual(emptyPlanDraft);
  });

  it('becomes answers that the server accepts only once it is complete', () => {
    const { contact: _typed, ...answers } = full;
    expect(planAnswersOf(full)).toEqual(answers);
    expect(planAnswers.parse(planAnswersOf(full))).toEqual(answers);
    expect(planAnswersOf({ ...full, level: null })).toBeNull();
  });
});

describe('wrongContact', () => {
  it.each([
    ['everything in order', {}, {}],
    ['spaces around it', { name: ' Jo ', email: ' jo@example.org ', country: ' Perú ' }, {}],
    ['one letter', { name: ' X ' }, { name: 'short' }],
    ['nothing for a name', { name: '' }, { name: 'short' }],
    ['80 letters', { name: 'x'.repeat(80) }, {}],
    ['81 letters', { name: 'x'.repeat(81) }, { name: 'long' }],
    ['a name written backwards', { name: '\u202eana' }, { name: 'unreadable' }],
    ['no address', { email: 'ximena' }, { email: 'invalid' }],
    ['nothing for an address', { email: '' }, { email: 'invalid' }],
    ['a long address', { email: `${'x'.repeat(250)}@example.org` }, { email: 'long' }],
    ['no country', { country: '  ' }, { country: 'required' }],
    ['a country of 61 letters', { country: 'x'.repeat(61) }, { country: 'long' }],
    ['no name of a country', { country: 'mex' }, { country: 'unknown' }],
    [
      'all of it',
      { name: '', email: '', country: '' },
      { name: 'short', email: 'invalid', country: 'required' },
    ],
  ])('reports the faults of a contact with %s', (_what, changes, faults) => {
    const typed = { ...ximena, ...changes };
    expect(wrongContact(typed)).toEqual(faults);
    expect(contact.safeParse(typed).success).toBe(Object.keys(faults).length === 0);
    expect(isPlanStepDone('contact', { ...full, contact: typed })).toBe(Object.keys(faults).length === 0);
  });
});
