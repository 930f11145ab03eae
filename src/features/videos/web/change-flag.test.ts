import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { changeFlag } from './change-flag.ts';

/** A flag that is off, which taps invert; each answer of the server says whether it takes the change. */
async function tapped(...answers: boolean[]): Promise<{ shown: boolean; failures: number }> {
  const queryClient = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } });
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  const seen = { shown: false, failures: 0 };
  for (const takes of answers) {
    changeFlag(queryClient, {
      mutationKey: ['videos', 'like', 'v1'],
      wanted: !seen.shown,
      send: async () => {
        await held;
        if (!takes) throw new Error('offline');
      },
      show: (value) => {
        seen.shown = value;
      },
      onFailed: () => seen.failures++,
    });
  }
  expect(seen.shown).toBe(answers.length % 2 === 1);
  answer();
  await expect.poll(() => queryClient.isMutating()).toBe(0);
  queryClient.clear();
  return seen;
}

it.each([
  { answers: [true], shown: true },
  { answers: [false], shown: false },
  { answers: [false, false], shown: false },
  { answers: [true, false], shown: true },
  { answers: [false, true], shown: false },
  { answers: [true, false, false], shown: true },
  { answers: [false, false, false], shown: false },
])(
  'after quick taps that the server answers with $answers changeFlag shows $shown',
  async ({ answers, shown }) => {
    expect(await tapped(...answers)).toEqual({ shown, failures: answers.filter((takes) => !takes).length });
  },
);
