import { Button, Group } from '@mantine/core';
import { IconMap2, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageName } from '#shared/language-name.ts';
import { LanguageFlag } from '#web/ui/language-flag.tsx';
import type { Profile } from '../contract.ts';
import { CardSection } from './card-section.tsx';
import { Chips, Facts } from './facts.tsx';

/** The learning preferences, read-only; the quiz changes them. */
export function Preferences({ profile }: { profile: Profile }) {
  const { t, i18n } = useTranslation(['profiles', 'quiz', 'shell']);
  const { languages, level, availableTime } = profile;
  const unset = t('profile.unset');
  const words = (of: 'goals' | 'learningStyle' | 'modality', chips: { id: string; chip: string }[]) => ({
    label: t(`profile.preferences.${of}`),
    value: <Chips chips={chips} />,
    isShown: chips.length > 0,
  });
  // Only the quiz's own questions are shown without an answer.
  const facts = [
    {
      label: t('profile.preferences.languages'),
      value: languages.length > 0 ? <Languages codes={languages} locale={i18n.language} /> : unset,
      isShown: true,
    },
    {
      label: t('profile.preferences.level'),
      value: level ? t(`shell:levels.${level}`) : unset,
      isShown: true,
    },
    words(
      'goals',
      profile.goals.map((id) => ({ id, chip: t(`profile.words.goals.${id}`) })),
    ),
    words(
      'learningStyle',
      profile.learningStyle.map((id) => ({ id, chip: t(`profile.words.learningStyle.${id}`) })),
    ),
    {
      label: t('profile.preferences.availableTime'),
      value: availableTime && t(`profile.words.availableTime.${availableTime}`),
      isShown: availableTime !== null,
    },
    words(
      'modality',
      profile.modality.map((id) => ({ id, chip: t(`profile.words.modality.${id}`) })),
    ),
  ];
  return (
    <CardSection
      part="learning"
      title={t('profile.preferences.title')}
      action={
        <Group gap="xs">
          <Button
            component={Link}
            to="/quiz"
            variant="default"
            size="sm"
            leftSection={<IconRefresh size="1.125rem" aria-hidden />}
          >
            {t('profile.preferences.quiz')}
          </Button>
          <Button
            component={Link}
            to="/quiz/plan"
            variant="default"
            size="sm"
            leftSection={<IconMap2 size="1.125rem" aria-hidden />}
          >
            {t('quiz:plan.offerAgain')}
          </Button>
        </Group>
      }
    >
      <Facts facts={facts.filter(({ isShown }) => isShown)} />
    </CardSection>
  );
}

function Languages({ codes, locale }: { codes: Profile['languages']; locale: string }) {
  return (
    <Chips
      chips={codes.map((code) => ({
        id: code,
        chip: (
          <>
            <LanguageFlag language={code} size="sm" />
            {languageName(code, locale)}
          </>
        ),
      }))}
    />
  );
}
