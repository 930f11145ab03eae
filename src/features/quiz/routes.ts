import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import { limitAttempts } from '#server/limits/limit-attempts.ts';
import * as contract from './contract.ts';
import { makePlan } from './make-plan.ts';
import { leadLimit } from './rules.ts';
import { saveQuizAnswers } from './save-quiz-answers.ts';

export function quizRoutes(api: Api): void {
  serve(api, contract.saveQuizAnswers, (ctx, { body }) => saveQuizAnswers(ctx, body));

  api.use(contract.makePlan.path, limitAttempts({ name: 'quiz-leads', ...leadLimit, onlyVisitors: true }));
  serve(api, contract.makePlan, (ctx, { body }) => makePlan(ctx, body));
}
