import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accountQuery, useAccount } from '#features/accounts/web/use-account.ts';
import type { InputOf } from '#shared/operation.ts';
import { call } from '#web/api/call.ts';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import { changeProfile } from '../contract.ts';
import { readNewDay } from './read-new-day.ts';

type ZoneOrLocale = Pick<NonNullable<InputOf<typeof changeProfile>['body']>, 'zone' | 'locale'>;

/** Stores a picked zone or language in the account of the signed-in person; does nothing for a visitor. */
export function useSaveZoneOrLocale(): (choice: ZoneOrLocale) => void {
  const queryClient = useQueryClient();
  const { t } = useTranslation('profiles');
  const { account } = useAccount();
  return (body) => {
    if (!account) return;
    call(changeProfile, { body })
      .then(() => {
        queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
        queryClient.invalidateQueries({ queryKey: ['profiles'] });
        if (body.zone) readNewDay(queryClient);
      })
      .catch((error) => toastFailure(error, t('profile.failed')));
  };
}
