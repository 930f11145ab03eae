import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { answerSeriesOffer, type Desk, withdrawSeriesOffer } from '../../contract.ts';
import { useRepeatsInWords } from '../series/use-repeats-in-words.ts';
import styles from './desk.module.css';
import { DeskSection } from './desk-section.tsx';

type Answer = { classId: string; answer: 'accepted' | 'declined' | 'withdrawn' };

/**
 * Series that another teacher asks the reader to take over, or that the reader asks another one to; nothing without
 * one.
 */
export function SeriesOffers({ offers }: { offers: Desk['offers'] }) {
  const { t } = useTranslation('classes');
  const { moment } = useDates();
  const { repeatsInWords } = useRepeatsInWords();
  const queryClient = useQueryClient();
  const reply = useMutation<unknown, Error, Answer>({
    mutationFn: ({ classId, answer }) =>
      answer === 'withdrawn'
        ? call(withdrawSeriesOffer, { params: { id: classId } })
        : call(answerSeriesOffer, {
            params: { id: classId },
            body: { accepted: answer === 'accepted' },
          }),
    onSuccess: (_, { answer }) => toastSuccess(t(`offer.answered.${answer}`)),
    onError: (failure) => toastFailure(failure, t('offer.answerFailed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['classes'] }),
  });
  if (offers.length === 0) return null;
  const busy = reply.isPending ? reply.variables : null;
  return (
    <DeskSection id="desk-offers" title={t('offer.part')}>
      <ul className={styles.list}>
        {offers.map(({ to, classId, title, startsAt, weekdays, name }) => {
          const button = (answer: Answer['answer']) => ({
            size: 'sm' as const,
            loading: busy?.classId === classId && busy.answer === answer,
            disabled: busy !== null,
            onClick: () => reply.mutate({ classId, answer }),
          });
          return (
            <li key={classId} className={styles.offer}>
              <div className={styles.words}>
                <Text fw={600}>{title}</Text>
                <Text size="sm" c="dimmed">
                  {repeatsInWords({ weekdays, until: null })}
                </Text>
                <Text size="sm">
                  {to === 'me'
                    ? t('offer.toMe', { name, start: moment(startsAt) })
                    : t('offer.toThem', { name })}
                </Text>
              </div>
              {to === 'me' ? (
                <Group gap="xs">
                  <Button {...button('accepted')} color="live" aria-label={t('offer.acceptThis', { title })}>
                    {t('offer.accept')}
                  </Button>
                  <Button
                    {...button('declined')}
                    variant="default"
                    aria-label={t('offer.declineThis', { title })}
                  >
                    {t('offer.decline')}
                  </Button>
                </Group>
              ) : (
                <Group gap="xs">
                  <Button
                    {...button('withdrawn')}
                    variant="default"
                    aria-label={t('offer.withdrawThis', { title })}
                  >
                    {t('offer.withdraw')}
                  </Button>
                </Group>
              )}
            </li>
          );
        })}
      </ul>
    </DeskSection>
  );
}
