import { Button, TextInput } from '@mantine/core';
import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandTiktok,
  IconBrandX,
  IconBrandYoutube,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Platform, platforms } from '#features/profiles/contract.ts';
import { type Draft, wrongHandles } from '../../rules.ts';
import classes from '../quiz.module.css';

const icons = {
  instagram: IconBrandInstagram,
  tiktok: IconBrandTiktok,
  youtube: IconBrandYoutube,
  facebook: IconBrandFacebook,
  twitter: IconBrandX,
};

const longest = 100;

/** The handles on other platforms, all optional. */
export function HandlesStep({
  draft,
  onType,
  onSkip,
}: {
  draft: Draft;
  onType: (socialMedia: Partial<Record<Platform, string>>) => void;
  /** Offered while no handle is typed. */
  onSkip: () => void;
}) {
  const { t } = useTranslation('quiz');
  const wrong = wrongHandles(draft);
  return (
    <div className={classes.handles}>
      {platforms.map((platform) => {
        const Icon = icons[platform];
        return (
          <TextInput
            key={platform}
            name={platform}
            label={t(`platforms.${platform}`)}
            placeholder={t(`placeholders.${platform}`)}
            leftSection={<Icon size="1.375rem" aria-hidden />}
            value={draft.socialMedia[platform] ?? ''}
            error={wrong.includes(platform) && t('wrongHandle')}
            maxLength={longest}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            onChange={({ currentTarget }) =>
              onType({ ...draft.socialMedia, [platform]: currentTarget.value })
            }
          />
        );
      })}
      {Object.values(draft.socialMedia).every((handle) => handle.trim() === '') && (
        <Button variant="subtle" color="brand" onClick={onSkip}>
          {t('handles.skip')}
        </Button>
      )}
    </div>
  );
}
