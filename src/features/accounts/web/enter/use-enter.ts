import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '#web/api/call-error.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastSuccess } from '#web/ui/toasts/toast.ts';
import { authErrorText } from '../auth-error-text.ts';
import { forgetBegunSignUp } from '../begun-sign-up.ts';
import { accountQuery } from '../use-account.ts';
import { bringVideos } from './bring-videos.ts';
import {
  type LetterProof,
  type PhoneProof,
  proveSecondFactor,
  type SecondFactorCode,
  signIn,
  signInByLetter,
  signInByPasskey,
  signInByPhone,
} from './sign-in.ts';
import { type Newcomer, signUp } from './sign-up.ts';

export type Entrance =
  | { how: 'sign-in'; email: string; password: string }
  | { how: 'sign-up'; name: string; email: string; password: string; from: string | undefined }
  | { how: 'letter'; proof: LetterProof }
  | { how: 'phone'; proof: PhoneProof }
  | { how: 'passkey' }
  | ({ how: 'code' } & SecondFactorCode);

/** The steps of signing in: credentials, a code of the second factor, a letter to follow, signed in. */
export type Stage = { at: 'credentials' } | { at: 'code' } | { at: 'confirm'; email: string } | { at: 'in' };

/**
 * Signs in or up, step by step; the last step is the account of the signed-in person. `error` is the text of the last
 * attempt's failure, `isBanned` whether it is that the account is banned. `at` is the step to begin with: `code` after
 * a provider. The first sign-in of a `newcomer`, whose account was made by a letter, counts as a sign-up.
 */
export function useEnter({
  newcomer,
  at = 'credentials',
}: {
  newcomer: boolean;
  at?: 'credentials' | 'code';
}) {
  const { t } = useTranslation('accounts');
  const queryClient = useQueryClient();
  const [stage, setStage] = useState<Stage>({ at });
  const { mutate, isPending, error, reset } = useMutation({
    async mutationFn(entrance: Entrance): Promise<Stage> {
      const next = await take(entrance);
      if (next.at === 'in') await queryClient.refetchQueries({ queryKey: accountQuery.queryKey });
      return next;
    },
    onSuccess(next, { how }) {
      setStage(next);
      forgetBegunSignUp();
      if (next.at !== 'in') return;
      const isNew = how === 'sign-up' || newcomer;
      if (isNew) bringVideos(queryClient);
      const greeting = isNew ? 'registered' : 'welcome';
      toastSuccess(t(`auth.${greeting}.title`), t(`auth.${greeting}.text`));
    },
  });
  return {
    stage,
    enter: mutate,
    busy: isPending,
    error: error ? authErrorText(error) : null,
    isBanned: error instanceof CallError && error.code === 'BANNED',
    startOver() {
      reset();
      setStage({ at: 'credentials' });
    },
  };
}

async function take(entrance: Entrance): Promise<Stage> {
  if (entrance.how === 'code') {
    await proveSecondFactor(entrance);
    return { at: 'in' };
  }
  if (entrance.how === 'letter') return { at: await signInByLetter(entrance.proof) };
  if (entrance.how === 'phone') return { at: await signInByPhone(entrance.proof) };
  if (entrance.how === 'passkey') return { at: await signInByPasskey() };
  const { how, ...person } = entrance;
  if (how === 'sign-in') return { at: await signIn(person) };
  return register(person as Newcomer);
}

/**
 * Where the answer of a first attempt was lost on the way, the account exists: the same password opens it. Another one
 * is told that it exists.
 */
async function register(person: Newcomer): Promise<Stage> {
  try {
    const next = await signUp(person);
    return next === 'in' ? { at: 'in' } : { at: 'confirm', email: person.email };
  } catch (error) {
    if (!(error instanceof CallError) || !error.code.startsWith('USER_ALREADY_EXISTS')) throw error;
    return signIn(person).then(
      (at) => ({ at }),
      () => {
        throw error;
      },
    );
  }
}
