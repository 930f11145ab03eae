import { Badge, Button } from '@mantine/core';
import { IconArrowRight, IconCoin, IconLanguage, IconUsersGroup } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { BrushStroke } from '#web/ui/brand/brush-stroke.tsx';
import { HeroDrawing } from '../drawings/hero-drawing.tsx';
import { useLanding } from '../use-landing.ts';
import classes from './hero.module.css';
import { LanguageGrid } from './language-grid.tsx';

const chips = [
  { key: 'languages', Icon: IconLanguage, accent: 'feed' },
  { key: 'community', Icon: IconUsersGroup, accent: 'live' },
  { key: 'earn', Icon: IconCoin, accent: 'coins' },
] as const;

/** The first screen: title, description, languages and the call to action. */
export function Hero() {
  const { t } = useTranslation(['landing', 'shell']);
  const { languages, languagesClaim, daily, cup } = useLanding();
  /** A figure needs more than one language. */
  const chip = {
    languages:
      languagesClaim !== null
        ? t('hero.chips.languages', { figure: languagesClaim })
        : languages > 1
          ? t('hero.chips.languagesCounted', { count: languages })
          : t('hero.chips.noLanguages'),
    community: t('hero.chips.community'),
    earn: t('hero.chips.earn'),
  };
  const subtitles = cup
    ? (['hero.subtitle', 'hero.subtitleSometimes'] as const)
    : (['hero.subtitleWithoutCup', 'hero.subtitleSometimesWithoutCup'] as const);
  const subtitle = subtitles[daily ? 0 : 1];
  return (
    <section id="inicio" className={classes.hero} aria-labelledby="inicio-title">
      <div className={classes.words}>
        <Badge color="live" size="lg">
          {t('shell:beta')}
        </Badge>
        <h1 id="inicio-title" className={classes.title}>
          {t('hero.titleBefore')}{' '}
          <span className={classes.stroked}>
            {t('hero.titleStroke')}
            <BrushStroke accent="live" wide />
          </span>
        </h1>
        <p className={classes.subtitle}>{t(subtitle)}</p>
        <p className={classes.description}>{t('hero.description')}</p>
        <div className={classes.action}>
          <Button component={Link} to="/quiz" size="xl" rightSection={<IconArrowRight aria-hidden />}>
            {t('hero.action')}
          </Button>
          <span className={classes.hint}>{t('hero.hint')}</span>
        </div>
        <ul className={classes.chips}>
          {chips.map(({ key, Icon, accent }) => (
            <li key={key} className={classes.chip} data-accent={accent}>
              <Icon aria-hidden />
              {chip[key]}
            </li>
          ))}
        </ul>
      </div>
      <HeroDrawing />
      <LanguageGrid title={t('hero.languages')} />
    </section>
  );
}
