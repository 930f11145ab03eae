import { useEffect, useRef } from 'react';
import type { QuizAnswers } from '../../contract.ts';
import { keptAnswers } from '../kept-answers.ts';

/**
 * Stores the answers of a visitor who has reached the result: its button is only one of the ways to an account. Those
 * of a member are not stored, also not while they sign out here. `answers` is null before the result.
 */
export function useKeepResult(answers: QuizAnswers | null, signedIn: boolean | undefined): void {
  const wasMember = useRef(false);
  const given = answers && JSON.stringify(answers);
  useEffect(() => {
    if (signedIn) wasMember.current = true;
    else if (answers && signedIn === false && !wasMember.current) keptAnswers.keep(answers);
  }, [given, signedIn]);
}
