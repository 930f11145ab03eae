import { createContext, useContext } from 'react';
import type { AnswerOf } from '#shared/operation.ts';
import type { readLanding } from '../contract.ts';
import { moreThan } from '../rules.ts';

/** What the server put on the page. */
export const LandingContent = createContext<AnswerOf<typeof readLanding> | null>(null);

/** The content of the landing page, its figures as numbers that every community may claim at least. */
export function useLanding() {
  const content = useContext(LandingContent);
  if (!content) throw new Error('The landing page is written without its content.');
  return {
    ...content,
    clubs: moreThan(content.clubsThisWeek, { atLeast: 25, step: 5 }),
    languages: moreThan(content.languages, { atLeast: 10, step: 1 }),
  };
}
