import { useTranslation } from 'react-i18next';
import { OfferDevice } from '#features/notifications/web/offer-device.tsx';

/** How the people of a class hear in time that it starts: push messages on this device, and letters. */
export function HearOfStart() {
  const { t } = useTranslation('classes');
  return <OfferDevice topic="hour-before" text={t('seat.hearOfStart')} />;
}
