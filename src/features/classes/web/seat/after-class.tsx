import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheckFilled, IconNotes } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { lazyComponent } from '#web/ui/overlays/lazy-component.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import type { ClassCard } from '../../contract.ts';
import { OwnAbsenceLater } from '../absences/own-absence-later.tsx';
import { useOpenClass } from '../open-class/use-open-class.ts';
import styles from './class-card.module.css';

// Few classes of a list have been rated by their reader.
const Stars = lazyComponent(async () => (await import('./stars.tsx')).Stars, { isExtra: true });

const ReviewDialog = lazyDialog(async () => (await import('./review-dialog.tsx')).ReviewDialog);

/**
 * The foot of a class that has ended or was cancelled: the reason, the reader's attendance or absence, the rating, and
 * `inList` the way to its notes. `rating` asks for it at once, and `explaining` for why they were absent.
 */
export function AfterClass({
  liveClass,
  rating = false,
  explaining = false,
  inList = false,
}: {
  liveClass: ClassCard;
  rating?: boolean;
  explaining?: boolean;
  inList?: boolean;
}) {
  const { t } = useTranslation('classes');
  const { id, title, status, cancelReason, isEnrolled, attended, allowed, myAbsence } = liveClass;
  if (status === 'cancelled') {
    return (
      <Stack gap="xs">
        <Text size="sm" fw={700}>
          {t('moment.cancelled')}
        </Text>
        {cancelReason && (
          <Text size="sm" className={styles.words}>
            {cancelReason}
          </Text>
        )}
      </Stack>
    );
  }
  const showsNotes = inList && liveClass.hasNotes;
  const mayRate = allowed.review === null;
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        {isEnrolled && attended !== null ? (
          <Group gap="xs" wrap="nowrap">
            {attended && <IconCircleCheckFilled size="1.25rem" className={styles.mine} aria-hidden />}
            <Text size="sm">{t(attended ? 'after.attended' : 'after.absent')}</Text>
          </Group>
        ) : (
          <Text size="sm">{t('moment.ended')}</Text>
        )}
        {(showsNotes || mayRate) && (
          <Group gap="xs">
            {showsNotes && <ToNotes liveClass={liveClass} />}
            {mayRate && <Rate liveClass={liveClass} asked={rating} inList={inList} />}
          </Group>
        )}
      </Group>
      {myAbsence && <OwnAbsenceLater classId={id} title={title} absence={myAbsence} asked={explaining} />}
    </Stack>
  );
}

function ToNotes({ liveClass: { id, title } }: { liveClass: ClassCard }) {
  const { t } = useTranslation('classes');
  const { addressOf } = useOpenClass();
  return (
    <Button
      component={Link}
      to={{ search: addressOf(id) }}
      preventScrollReset
      size="sm"
      variant="light"
      color="teach"
      leftSection={<IconNotes size="1.25rem" aria-hidden />}
      aria-label={t('notes.seeOf', { title })}
    >
      {t('notes.see')}
    </Button>
  );
}

function Rate({
  liveClass,
  asked,
  inList,
}: {
  liveClass: ClassCard;
  asked: boolean;
  /** One of many: no card of them calls louder than the others. */
  inList: boolean;
}) {
  const { t } = useTranslation('classes');
  const [open, setOpen] = useState(asked);
  const { myReview, title } = liveClass;
  return (
    <Group justify="space-between" gap="xs">
      {myReview && (
        <span>
          <Suspense>
            <Stars rating={myReview.rating} />
          </Suspense>
          <span className="visually-hidden">{t('rating', { rating: myReview.rating })}</span>
        </span>
      )}
      <Button
        size="sm"
        color="live"
        variant={myReview ? 'default' : inList ? 'light' : 'filled'}
        onClick={() => setOpen(true)}
        aria-label={t(myReview ? 'review.changeOf' : 'review.openFor', { title })}
      >
        {t(myReview ? 'review.change' : 'review.open')}
      </Button>
      <ReviewDialog liveClass={liveClass} opened={open} onClose={() => setOpen(false)} />
    </Group>
  );
}
