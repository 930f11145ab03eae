import { Alert, Text } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { locales } from '#shared/locales.ts';
import { countryIn } from '#shared/places/countries.ts';
import { zoneLabel } from '#web/i18n/zone-words.ts';
import type { Profile } from '../contract.ts';
import { CardSection } from './card-section.tsx';
import { EditButton } from './edit-buttons.tsx';
import { Facts } from './facts.tsx';
import { PersonalInfoForm } from './personal-info-form.tsx';
import { useEditing } from './use-editing.ts';

/** Name, country, zone and language, theirs to change; the e-mail and the kind of profile are not. */
export function PersonalInfo({ profile }: { profile: Profile }) {
  const { t, i18n } = useTranslation('profiles');
  const edit = useEditing();
  const title = t('profile.info');
  const fixed = [
    { label: t('profile.email'), value: profile.email },
    { label: t('profile.type'), value: t(`profile.types.${profile.ageGroup}`) },
  ];
  if (edit.editing) {
    return (
      <CardSection part="info" title={title}>
        <HiddenName profile={profile} />
        <Facts facts={fixed} />
        <PersonalInfoForm profile={profile} firstField={edit.firstField} onDone={edit.close} />
      </CardSection>
    );
  }
  return (
    <CardSection
      part="info"
      title={title}
      action={<EditButton of={title} ref={edit.button} onEdit={edit.open} />}
    >
      <HiddenName profile={profile} />
      <Facts
        facts={[
          { label: t('profile.name'), value: profile.name },
          ...fixed,
          {
            label: t('profile.country'),
            value: profile.country ? countryIn(i18n.language, profile.country) : t('profile.unset'),
          },
          { label: t('profile.zone'), value: zoneLabel(profile.zone, i18n.language) },
          {
            label: t('profile.locale'),
            value: locales.find(({ code }) => code === profile.locale)?.name ?? profile.locale,
          },
        ]}
      />
    </CardSection>
  );
}

/** That administrators hide the name and picture, as what others see the person, and what to do. */
function HiddenName({ profile: { hiddenName } }: { profile: Profile }) {
  const { t } = useTranslation('profiles');
  if (!hiddenName) return null;
  const { alias, reason, waits } = hiddenName;
  return (
    <Alert color="cup" icon={<IconEyeOff aria-hidden />} title={t('hiddenName.title')} mb="md">
      <Text size="sm">{t(waits ? 'hiddenName.waits' : 'hiddenName.text', { alias })}</Text>
      <Text size="sm">{t('hiddenName.reason', { reason })}</Text>
    </Alert>
  );
}
