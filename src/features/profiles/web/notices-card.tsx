import { Button, Text } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CardSection } from './card-section.tsx';

/** Leads to where a person chooses which notices reach them, by what and when. */
export function NoticesCard() {
  const { t } = useTranslation('profiles');
  return (
    <CardSection
      part="notices"
      title={t('profile.notices.title')}
      action={
        <Button
          component={Link}
          to="/notifications/choices"
          variant="default"
          size="sm"
          leftSection={<IconAdjustments size="1.125rem" aria-hidden />}
        >
          {t('profile.notices.button')}
        </Button>
      }
    >
      <Text>{t('profile.notices.text')}</Text>
    </CardSection>
  );
}
