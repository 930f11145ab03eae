import { Anchor, Button, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FewLearners, missingIn } from '#features/classes/web/before/few-learners.tsx';
import { momentOf } from '#features/classes/web/class-moment.ts';
import { SeatRow } from '#features/classes/web/seat/seat-row.tsx';
import type { SharedClass } from '../contract.ts';

/** The foot of a class for a visitor: free seats, and the way to one through signing up, which leads back here. */
export function VisitorFoot({ liveClass, now }: { liveClass: SharedClass; now: Date }) {
  const { t } = useTranslation(['sharing', 'classes']);
  const moment = momentOf(liveClass, now);
  if (moment !== 'upcoming') {
    return (
      <Stack gap="sm">
        <Text fw={700}>{t(moment === 'live' ? 'visitor.begun' : `classes:moment.${moment}`)}</Text>
        <Button component={Link} to="/#clubes" variant="default">
          {t('visitor.others')}
        </Button>
      </Stack>
    );
  }
  const free = liveClass.openSeats;
  const missing = missingIn(liveClass, now);
  const state = { from: `/classes/${liveClass.id}` };
  return (
    <Stack gap="sm">
      {missing > 0 && free > 0 && (
        <FewLearners missing={missing} fewest={liveClass.rules.fewestLearners} to="visitor" />
      )}
      <SeatRow
        icon={<IconUsers size="1.25rem" aria-hidden />}
        says={t('classes:seats.left', { count: free })}
      >
        <Button
          component={Link}
          to="/auth?register=true"
          state={state}
          color="live"
          size="lg"
          w={{ base: '100%', sm: 'auto' }}
        >
          {t(free > 0 ? 'visitor.take' : 'visitor.wait')}
        </Button>
      </SeatRow>
      <Text size="sm" c="dimmed">
        {t('visitor.text')}{' '}
        <Anchor component={Link} to="/auth" state={state} inherit>
          {t('visitor.signIn')}
        </Anchor>
      </Text>
    </Stack>
  );
}
