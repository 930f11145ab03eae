import { useTranslation } from 'react-i18next';
import { zoneCity } from '#shared/time/zone-city.ts';
import { mexicoCity } from '#shared/time/zones.ts';

/** `Horas de Ciudad de México`, said once for a list whose starts do not name their city. */
export function useCityOfHours(): string {
  const { t, i18n } = useTranslation('classes');
  return t('weekOfClubs.zone', { city: zoneCity(mexicoCity, i18n.language) });
}
