import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { InkDropMood } from '#web/ui/ink-drop.tsx';
import type { Draft } from '../../rules.ts';
import classes from '../quiz.module.css';
import { hellos } from './hellos.ts';

type Reaction = { question: string; hint: ReactNode; mood: InkDropMood; beat: string };

const many = 5;

/** The drop's question at a step, and its mood after the answers so far. */
export function useReaction(step: number, { languages, level, socialMedia }: Draft, kid: boolean): Reaction {
  const { t } = useTranslation('quiz');
  if (step === 0) {
    const last = languages.at(-1);
    return {
      question: t('languages.question'),
      hint: last ? (
        <>
          <span lang={last} dir="auto" className={classes.hello} aria-hidden="true">
            {hellos[last]}
          </span>{' '}
          {t('languages.picked', { count: languages.length })}
        </>
      ) : (
        t('languages.hint')
      ),
      mood: !last ? 'happy' : languages.length < many ? 'proud' : 'surprised',
      beat: languages.join(),
    };
  }
  if (step === 1) {
    return {
      question: t('level.question'),
      hint: level ? t(`levels.${level}.reaction`) : t('level.hint'),
      mood: level ? 'proud' : 'happy',
      beat: level ?? '',
    };
  }
  const typed = Object.values(socialMedia).filter((handle) => handle.trim() !== '').length;
  return {
    question: t(kid ? 'handles.questionKid' : 'handles.question'),
    hint: t(kid ? 'handles.hintKid' : 'handles.hint'),
    mood: typed > 0 || kid ? 'proud' : 'happy',
    beat: String(typed),
  };
}
