import { Alert, Box } from '@mantine/core';
import { IconCalendarPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnprovedContact } from '#features/accounts/web/use-account.ts';
import { dateInWords } from '#shared/time/date-in-words.ts';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { lazyComponent } from '#web/ui/overlays/lazy-component.tsx';
import { waysToEarnQuery } from './queries.ts';

// Few people see it, and what it comes with weighs more than the rest of the page.
const ConfirmEmailFirst = lazyComponent(
  async () => (await import('#features/accounts/web/confirm-email-first.tsx')).ConfirmEmailFirst,
);

/**
 * Says plainly why practice pays no coins: the reader's address is not confirmed, or this month's coins are all given
 * out, and when practice pays again.
 */
export function NoCoinsNow() {
  const { t, i18n } = useTranslation('coins');
  const { data } = useQuery(waysToEarnQuery);
  const isUnproved = useUnprovedContact();
  if (isUnproved) {
    return (
      <Box mb="xl">
        <Suspense fallback={<LoadingBlocks heights={['8rem']} />}>
          <ConfirmEmailFirst title={t('unproved')} />
        </Suspense>
      </Box>
    );
  }
  if (!data?.resumesOn) return null;
  return (
    <Alert
      color="cup"
      mb="xl"
      icon={<IconCalendarPause size="1.25rem" aria-hidden />}
      title={t('paused.title')}
    >
      {t('paused.text', { day: dateInWords(data.resumesOn, i18n.language) })}
    </Alert>
  );
}
