import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { profileQuery } from '#features/profiles/web/queries.ts';
import { ShellSlotPlace } from '#web/shell/shell-slot.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { finishAfter } from '../../rules.ts';

/** The finish line: what today's videos did for the streak, and both ways on, to stop here or to go on. */
export function FeedFinish({ here, onNext }: { here: boolean; onNext: () => void }) {
  const { t } = useTranslation('videos');
  // Read on arrival: the views before it have changed the streak.
  const { data: profile } = useQuery({ ...profileQuery, enabled: here });
  return (
    <EmptyState
      mood="proud"
      title={t('finish.title', { count: finishAfter })}
      text={
        profile &&
        t(profile.practisedToday ? 'finish.streak' : 'finish.noStreak', { count: profile.streakDays })
      }
      action={
        <>
          {/* Which videos still give coins, which another feature fills in. */}
          {here && <ShellSlotPlace name="end" />}
          <Group justify="center">
            <Button color="feed" data-step="next" onClick={onNext}>
              {t('finish.goOn')}
            </Button>
            <Button component={Link} to="/dashboard" variant="default">
              {t('finish.done')}
            </Button>
          </Group>
        </>
      }
    />
  );
}
