import { Checkbox, Input, Rating, Textarea } from '@mantine/core';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { useFreshState } from '#web/ui/dialogs/use-fresh-state.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { type ClassCard, reviewClass } from '../../contract.ts';

/** Rates a class: one to five stars, and optional words. */
export function ReviewDialog({
  liveClass,
  opened,
  onClose,
}: {
  liveClass: Pick<ClassCard, 'id' | 'title' | 'teacherName' | 'targetAudience' | 'myReview'>;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('classes');
  const { id, title, teacherName, myReview } = liveClass;
  const forAdults = liveClass.targetAudience === 'adult';
  const [rating, setRating] = useFreshState(opened, myReview?.rating ?? 0);
  const [words, setWords] = useFreshState(opened, myReview?.words ?? '');
  const [mayQuote, setMayQuote] = useFreshState(opened, myReview?.mayQuote ?? false);
  const [error, setError] = useFreshState<string | null>(opened, null);
  const stars = useRef<HTMLDivElement>(null);
  const [labelId, errorId] = [useId(), useId()];

  function ask(): void {
    setError(t('review.noStars'));
    stars.current?.querySelector<HTMLInputElement>('input[value="1"]')?.focus();
  }

  const review = useAct(
    () =>
      call(reviewClass, {
        params: { id },
        body: { rating, words: words.trim() === '' ? null : words.trim(), mayQuote },
      }),
    { stale: ['classes'], done: t('review.done'), failed: t('review.failed'), onDone: onClose },
  );
  return (
    <ConfirmDialog
      opened={opened}
      title={t('review.title')}
      text={t('review.text', { title, teacher: teacherName })}
      confirmLabel={t('review.submit')}
      busy={review.isPending}
      onConfirm={() => (rating === 0 ? ask() : review.mutate())}
      onClose={onClose}
    >
      <Input.Wrapper
        label={t('review.stars')}
        labelElement="div"
        labelProps={{ id: labelId }}
        withAsterisk
        error={error}
        errorProps={{ id: errorId }}
      >
        <Rating
          ref={stars}
          role="radiogroup"
          aria-labelledby={labelId}
          aria-describedby={error ? errorId : undefined}
          size="xl"
          color="coins"
          value={rating}
          onChange={(chosen) => {
            setRating(chosen);
            setError(null);
          }}
          getSymbolLabel={(each) => t('rating', { rating: each })}
          mt="xs"
        />
      </Input.Wrapper>
      <Textarea
        label={t('review.words')}
        description={t('review.wordsText')}
        autosize
        minRows={3}
        maxLength={1000}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      {/* A kid's words are never quoted. */}
      {forAdults && words.trim() !== '' && (
        <Checkbox
          label={t('review.mayQuote')}
          checked={mayQuote}
          onChange={({ currentTarget }) => setMayQuote(currentTarget.checked)}
        />
      )}
    </ConfirmDialog>
  );
}
