import { Button, Paper } from '@mantine/core';
import { IconArrowRight, IconMap2, IconPencil } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { languageName } from '#shared/language-name.ts';
import { InkDrop } from '#web/ui/ink-drop.tsx';
import { LanguageFlag } from '#web/ui/language-flag.tsx';
import type { QuizAnswers } from '../../contract.ts';
import classes from './quiz-result.module.css';

/** The answers and the next step: sign-up for a visitor, saving to the profile for a member. */
export function QuizResult({
  answers,
  signedIn,
  saving,
  onGoOn,
  onPlan,
  onChange,
}: {
  answers: QuizAnswers;
  /** Undefined while loading. */
  signedIn: boolean | undefined;
  saving: boolean;
  onGoOn: () => void;
  /** Continues to the personal plan. */
  onPlan: () => void;
  onChange: () => void;
}) {
  const { t, i18n } = useTranslation('quiz');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <div className={classes.result}>
      <InkDrop mood="proud" size="lg" />
      <h1 ref={title} tabIndex={-1} className={classes.title}>
        {t('result.title')}
      </h1>
      <p className={classes.text}>{t(signedIn ? 'result.textSignedIn' : 'result.text')}</p>
      <Paper withBorder className={classes.answers} component="dl">
        <dt>{t('result.languages', { count: answers.languages.length })}</dt>
        <dd>
          <ul className={classes.languages}>
            {answers.languages.map((code) => (
              <li key={code} className={classes.language}>
                <LanguageFlag language={code} />
                {languageName(code, i18n.language)}
              </li>
            ))}
          </ul>
        </dd>
        <dt>{t('result.level')}</dt>
        <dd className={classes.level}>{t(`levels.${answers.level}.name`)}</dd>
      </Paper>
      <div className={classes.actions}>
        <Button
          size="lg"
          fullWidth
          disabled={signedIn === undefined}
          aria-disabled={saving}
          data-busy={saving || undefined}
          rightSection={!saving && <IconArrowRight aria-hidden />}
          onClick={() => !saving && onGoOn()}
        >
          {saving ? t('result.saving') : t(signedIn ? 'result.save' : 'result.signUp')}
        </Button>
        <Button
          size="lg"
          variant="default"
          fullWidth
          leftSection={<IconMap2 size="1.25rem" aria-hidden />}
          disabled={signedIn === undefined || saving}
          onClick={onPlan}
        >
          {t('plan.offer')}
        </Button>
        <Button
          variant="subtle"
          color="brand"
          leftSection={<IconPencil size="1.25rem" aria-hidden />}
          disabled={saving}
          onClick={onChange}
        >
          {t('result.change')}
        </Button>
      </div>
    </div>
  );
}
