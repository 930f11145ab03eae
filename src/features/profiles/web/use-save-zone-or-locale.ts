import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accountQuery, useAccount } from '#features/accounts/web/use-account.ts';
import type { InputOf } from '#shared/operation.ts';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import { changeProfile } from '../contract.ts';
import { readNewDay } from './read-new-day.ts';

type ZoneOrLocale = Pick<NonNullable<InputOf<typeof changeProfile>['body']>, 'zone' | 'locale'>;

/** Begins with `accounts`, so that what the server hints of the account is read once the mutation is settled. */
const mutationKey = ['accounts', 'zone-or-locale'];

/**
 * Stores a picked zone or language in the account of the signed-in person; does nothing for a visitor. Each quick
 * choice waits for the one before, and what the account says is read after the last.
 */
export function useSaveZoneOrLocale(): (choice: ZoneOrLocale) => void {
  const queryClient = useQueryClient();
  const { t } = useTranslation('shell');
  const { account } = useAccount();
  const save = useMutation({
    mutationKey,
    scope: { id: 'zone-or-locale' },
    mutationFn: (body: ZoneOrLocale) => call(changeProfile, { body }),
    onSuccess(_answer, body) {
      if (body.zone) readNewDay(queryClient);
    },
    onError: (error, { zone }) => toastFailure(error, t(zone ? 'zoneFailed' : 'languageFailed')),
    onSettled() {
      if (queryClient.isMutating({ mutationKey }) > 1) return;
      void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: ['profiles'] });
    },
  });
  return (body) => {
    if (account) save.mutate(body);
  };
}
