import { Alert, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ChoicesLoading } from './choices-loading.tsx';
import { DigestChoice } from './digest-choice.tsx';
import styles from './notices.module.css';
import { OwnDevice } from './own-device.tsx';
import { QuietHours } from './quiet-hours.tsx';
import { TopicChoices } from './topic-choices.tsx';
import { choicesQuery } from './use-choices.ts';

export const meta = () => pageMeta(i18n.t('choices.title', { ns: 'notifications' }));

/** Where a member is told of what, beside the bell, and when not. Each choice is kept as it is made. */
export default function ChoicesPage() {
  const { t } = useTranslation('notifications');
  const { data: choices, error, refetch } = useQuery(choicesQuery);
  const { account } = useAccount();
  return (
    // The frame centres what it holds, so that the narrower page begins where the others do.
    <div>
      <div className={styles.page}>
        <PageHeader
          title={t('choices.title')}
          text={t('choices.text')}
          actions={
            <Button component={Link} to="/notifications" variant="default">
              {t('choices.back')}
            </Button>
          }
        />
        {choices ? (
          <Stack gap="lg">
            {choices.noLetters && <Alert color="gray">{t(`choices.noLetters.${choices.noLetters}`)}</Alert>}
            {choices.noLetters !== 'kid' && (
              <>
                <TopicChoices
                  choices={choices}
                  channel="push"
                  above={account && <OwnDevice pushKey={choices.pushKey} userId={account.id} />}
                />
                {choices.noLetters !== 'no-mail' && (
                  <TopicChoices
                    choices={choices}
                    channel="email"
                    below={<DigestChoice digest={choices.digest} />}
                  />
                )}
                <QuietHours choices={choices} />
              </>
            )}
          </Stack>
        ) : error ? (
          <ErrorState error={error} title={t('choices.loadFailed')} onRetry={refetch} />
        ) : (
          <ChoicesLoading />
        )}
      </div>
    </div>
  );
}
