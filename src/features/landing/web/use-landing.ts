import { createContext, useContext } from 'react';
import type { AnswerOf } from '#shared/operation.ts';
import type { readLanding } from '../contract.ts';
import { moreThan } from '../rules.ts';

/** What the server put on the page. */
export const LandingContent = createContext<AnswerOf<typeof readLanding> | null>(null);

/** The content of the landing page, with what the page may claim of it. */
export function useLanding() {
  const content = useContext(LandingContent);
  if (!content) throw new Error('The landing page is written without its content.');
  return {
    ...content,
    /** The numbers of "more than N"; null where the community has not as many. */
    clubsClaim: moreThan(content.clubsThisWeek, { atLeast: 25, step: 5 }),
    languagesClaim: moreThan(content.languages, { atLeast: 10, step: 1 }),
    /** Whether there is a club on each day of the week. */
    daily: content.clubsByDay.every((clubs) => clubs > 0),
  };
}
