import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toastError, toastSuccess } from '#web/ui/toast.ts';
import { authErrorText } from '../auth-error-text.ts';
import { accountQuery } from '../use-account.ts';
import { bringVideos } from './bring-videos.ts';
import { proveSecondFactor, type SecondFactorCode, signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';

export type Entrance =
  | { how: 'sign-in'; email: string; password: string }
  | { how: 'sign-up'; name: string; email: string; password: string }
  | ({ how: 'code' } & SecondFactorCode);

/** How far somebody is: at the door, asked for a code, told to look at their mail, or in. */
export type Stage = { at: 'door' } | { at: 'code' } | { at: 'confirm'; email: string } | { at: 'in' };

/** Signs in or up, step by step, and is done once it is known who came in. */
export function useEnter() {
  const { t } = useTranslation('accounts');
  const queryClient = useQueryClient();
  const [stage, setStage] = useState<Stage>({ at: 'door' });
  const { mutate, isPending } = useMutation({
    async mutationFn(entrance: Entrance): Promise<Stage> {
      const next = await take(entrance);
      if (next.at === 'in') await queryClient.refetchQueries({ queryKey: accountQuery.queryKey });
      return next;
    },
    onSuccess(next, { how }) {
      setStage(next);
      if (next.at !== 'in') return;
      if (how === 'sign-up') bringVideos(queryClient);
      const said = how === 'sign-up' ? 'auth.registered' : 'auth.welcome';
      toastSuccess(t(`${said}.title`), t(`${said}.text`));
    },
    onError: (error) => toastError(t('failure'), authErrorText(error)),
  });
  return { stage, enter: mutate, busy: isPending, startOver: () => setStage({ at: 'door' }) };
}

async function take(entrance: Entrance): Promise<Stage> {
  if (entrance.how === 'code') {
    await proveSecondFactor(entrance);
    return { at: 'in' };
  }
  const { how, ...person } = entrance;
  if (how === 'sign-in') return { at: await signIn(person) };
  const next = await signUp(person as { name: string; email: string; password: string });
  return next === 'in' ? { at: 'in' } : { at: 'confirm', email: person.email };
}
