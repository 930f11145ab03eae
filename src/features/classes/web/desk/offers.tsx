import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { List } from '#web/api/use-list.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import type { Offer } from '../../contract.ts';
import { LanguageTag } from '../browse/language-tag.tsx';
import { StartTimes } from '../seat/start-times.tsx';
import { useRepeatsInWords } from '../series/use-repeats-in-words.ts';
import styles from './desk.module.css';
import { DeskSection } from './desk-section.tsx';
import { type OfferReply, useReplyToOffer } from './use-reply-to-offer.ts';

/**
 * Classes and series that another teacher asks the reader to give, or that the reader asks another one to; nothing
 * without one.
 */
export function Offers({ list, zone }: { list: List<Offer>; zone: string }) {
  const { t } = useTranslation('classes');
  const reply = useReplyToOffer();
  if (list.items?.length === 0) return null;
  return (
    <DeskSection id="desk-offers" title={t('offer.part')}>
      <PagedList list={list} loading={null} empty={null} more={t('offer.more')} gap="sm" isPart>
        {(offers) => (
          <ul className={styles.list}>
            {offers.map((offer) => (
              <OfferLine
                key={offer.id}
                offer={offer}
                zone={zone}
                busy={reply.isPending ? reply.variables : null}
                onReply={reply.mutate}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </DeskSection>
  );
}

function OfferLine({
  offer,
  zone,
  busy,
  onReply,
}: {
  offer: Offer;
  zone: string;
  busy: OfferReply | null;
  onReply: (reply: OfferReply) => void;
}) {
  const { t } = useTranslation('classes');
  const { nearMoment } = useDates();
  const { id, to, title, startsAt, weekdays, name, overlapping } = offer;
  const named = { title: weekdays ? title : `${title}, ${nearMoment(startsAt)}` };
  const asked = weekdays
    ? t('offer.toMe', { name, start: nearMoment(startsAt) })
    : t('offer.toMeOnce', { name });
  const button = (answer: OfferReply['answer']) => ({
    size: 'sm' as const,
    loading: busy?.id === id && busy.answer === answer,
    disabled: busy !== null,
    onClick: () => onReply({ id, answer }),
  });
  return (
    <li className={styles.offer}>
      <div className={styles.words}>
        {/* With a heading, the whole offer and none of its buttons has the focus after the answer to another one. */}
        <Title order={3} size="h5">
          {title}
        </Title>
        <Offered offer={offer} zone={zone} />
        <Text size="sm">{to === 'me' ? asked : t('offer.toThem', { name })}</Text>
        {overlapping && (
          <Alert mt="xs" color="cup" icon={<IconAlertTriangle aria-hidden />}>
            {t('offer.overlapping', {
              title: overlapping.title,
              start: nearMoment(overlapping.startsAt),
            })}
          </Alert>
        )}
      </div>
      {to === 'me' ? (
        <Group gap="xs">
          <Button
            {...button('accepted')}
            variant="light"
            color="live"
            aria-label={t('offer.acceptThis', named)}
          >
            {t('offer.accept')}
          </Button>
          <Button {...button('declined')} variant="default" aria-label={t('offer.declineThis', named)}>
            {t('offer.decline')}
          </Button>
        </Group>
      ) : (
        <Group gap="xs">
          <Button {...button('withdrawn')} variant="default" aria-label={t('offer.withdrawThis', named)}>
            {t('offer.withdraw')}
          </Button>
        </Group>
      )}
    </li>
  );
}

/** When, in which language and at which level; of one class also how many students come. */
function Offered({ offer, zone }: { offer: Offer; zone: string }) {
  const { t } = useTranslation(['classes', 'shell']);
  const { repeatsInWords } = useRepeatsInWords();
  const { startsAt, weekdays, level, seatsTaken, maxStudents } = offer;
  return (
    <>
      {weekdays ? (
        <Text size="sm" c="dimmed">
          {repeatsInWords({ weekdays, until: null })}
        </Text>
      ) : (
        <StartTimes startsAt={startsAt} zone={zone} withDay />
      )}
      <Group gap="0 0.75rem">
        <LanguageTag taught={offer} />
        {level && <Text size="sm">{t(`shell:levels.${level}`)}</Text>}
        {!weekdays && <Text size="sm">{t('studentsOf', { count: seatsTaken, max: maxStudents })}</Text>}
      </Group>
    </>
  );
}
