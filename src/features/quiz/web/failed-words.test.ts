import { expect, it } from 'vitest';
import type { QuizAnswers } from '../contract.ts';
import { failedWords } from './failed-words.ts';
import { savedWords } from './saved-words.ts';

// Without a catalogue the words are their keys.
it('what the quiz says after saving names connections only where the answers have handles', () => {
  const bare: QuizAnswers = { languages: ['en'], level: 'basic', socialMedia: {} };
  const full: QuizAnswers = { ...bare, socialMedia: { tiktok: '@ximena' } };
  expect([savedWords(bare), savedWords(full)]).toEqual(['savedAnswers', 'saved']);
  expect([failedWords(bare), failedWords(full), failedWords(null)]).toEqual([
    'failedAnswers',
    'failed',
    'failedAnswers',
  ]);
});
