import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { OfferDevice } from '#features/notifications/web/offer-device.tsx';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { ClassCard } from '../../contract.ts';
import { useOpenClass } from '../open-class/use-open-class.ts';
import { joinedList } from './last-class-of-tab.ts';

/**
 * How a student who waits hears of a seat in time: push messages on this device, and letters. It stands where they have
 * just joined the list and where the class is open, not on each card of a list.
 */
export function HearOfSeat({ liveClass: { id, rules } }: { liveClass: Pick<ClassCard, 'id' | 'rules'> }) {
  const { t } = useTranslation('classes');
  const { number } = useFigures();
  const { id: pageOf } = useParams();
  const { openId } = useOpenClass();
  const isJoinedLast = joinedList.useIsOf(id);
  if (!isJoinedLast && ![pageOf, openId].includes(id)) return null;
  return (
    <OfferDevice topic="classes" text={t('wait.hear', { minutes: number(rules.shortestOfferMinutes) })} />
  );
}
