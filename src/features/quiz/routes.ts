import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import { memberOf } from '#shared/actor.ts';
import * as contract from './contract.ts';
import { saveQuizAnswers } from './save-quiz-answers.ts';

export function quizRoutes(api: Api): void {
  serve(api, contract.saveQuizAnswers, (ctx, { body }) => saveQuizAnswers(ctx, memberOf(ctx.actor), body));
}
