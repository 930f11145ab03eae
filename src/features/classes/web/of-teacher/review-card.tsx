import { Button, Card, Group, Rating, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ReportButton } from '#features/reports/web/report-button.tsx';
import { languageName } from '#shared/language-name.ts';
import { call } from '#web/api/call.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { PersonAvatar } from '#web/shell/person-avatar.tsx';
import { useAct } from '#web/ui/forms/use-act.ts';
import { hideReview, type PublicReview } from '../../contract.ts';
import styles from './teacher-reviews.module.css';

/** What a student wrote: stars, words, first name and initial, language and month. Members may report it. */
export function ReviewCard({ review, mayReport = false }: { review: PublicReview; mayReport?: boolean }) {
  const { t, i18n } = useTranslation('classes');
  const { month } = useDates();
  const { name, rating, words, language, createdAt, moderation } = review;
  return (
    <Card className={styles.review} data-hidden={moderation?.isHidden || undefined}>
      <div>
        <Rating value={rating} readOnly color="coins" aria-hidden />
        <span className="visually-hidden">{t('rating', { rating })}</span>
      </div>
      <blockquote className={styles.words}>{words}</blockquote>
      <Group gap="sm" wrap="nowrap" className={styles.author}>
        <PersonAvatar person={{ name, image: null }} color="teach" />
        <div>
          <Text fw={700} className={styles.name}>
            {name}
          </Text>
          <Text size="sm" c="dimmed">
            {[language && languageName(language, i18n.language), month(createdAt)]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
      </Group>
      {moderation && <HideButton name={name} {...moderation} />}
      {mayReport && !moderation && (
        <Group>
          <ReportButton kind="review" subject={review.key} title={name} look="words" />
          <ReportButton kind="name" subject={review.key} title={name} look="words" />
        </Group>
      )}
    </Card>
  );
}

/** An administrator hides a review from visitors, or shows it again. */
function HideButton({
  classId,
  userId,
  isHidden,
  name,
}: NonNullable<PublicReview['moderation']> & { name: string }) {
  const { t } = useTranslation('classes');
  const hide = useAct(
    () => call(hideReview, { params: { id: classId, userId }, body: { hidden: !isHidden } }),
    { stale: ['classes'], failed: t('reviews.failed') },
  );
  return (
    <Button
      variant="default"
      loading={hide.isPending}
      aria-label={t(isHidden ? 'ofTeacher.showOf' : 'ofTeacher.hideOf', { name })}
      onClick={() => hide.mutate()}
    >
      {t(isHidden ? 'ofTeacher.show' : 'ofTeacher.hide')}
    </Button>
  );
}
