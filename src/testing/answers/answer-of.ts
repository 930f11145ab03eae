import type { AnswerOf, AnyOperation } from '#shared/operation.ts';
import { parseJson } from '#shared/parse-json.ts';
import { faultOfSuccess } from './check-answers.ts';

/**
 * What an operation answered, as its contract describes it: `await answerOf(community.request(…), listClasses)`.
 * Fails with the status and the body where the request was refused or the body is not exactly what the schema says.
 * The response can still be read.
 */
export async function answerOf<Op extends AnyOperation>(
  answered: Response | Promise<Response>,
  operation: Op,
): Promise<AnswerOf<Op>> {
  const answer = await answered;
  const text = await answer.clone().text();
  const body = parseJson(text);
  // An operation that did what it was asked answers 200 (server/http/serve.ts).
  const fault = answer.status === 200 ? faultOfSuccess(operation.answer, body) : 'no success';
  if (fault) throw new Error(`${operation.id}: ${fault}\n${answer.status} ${text}`);
  return body as AnswerOf<Op>;
}
