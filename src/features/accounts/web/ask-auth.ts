import { send } from '#web/api/call.ts';
import type { openAuthPaths } from '../contract.ts';

type AuthPost = Extract<(typeof openAuthPaths)[number], `POST ${string}`>;

/** Sends one step of a sign-in flow to the library that runs them. @throws CallError with the library's code. */
export async function askAuth(step: AuthPost, body: Record<string, unknown> = {}): Promise<unknown> {
  return send(`/api/auth${step.slice('POST '.length)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  });
}
