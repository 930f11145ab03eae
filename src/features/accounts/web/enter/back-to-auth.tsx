import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';

/** What the pages of signing in hand to each other: the address that was typed, and the page that the person wanted. */
export type SignInState = { email?: string; from?: string };

/** Leads back with what this page was handed; `now` says what has changed since. */
export function BackToAuth({ now }: { now?: SignInState }) {
  const { t } = useTranslation('accounts');
  const { state } = useLocation() as { state: SignInState | null };
  return (
    <Anchor component={Link} to="/auth" state={{ ...state, ...now }} ta="center" py="sm">
      {t('reset.back')}
    </Anchor>
  );
}
