import { InkDrop } from '#web/ui/ink-drop.tsx';
import { Enso } from './enso.tsx';
import classes from './hero-drawing.module.css';

/** Greetings that float around the drop; drawn, not read. */
const greetings = [
  { text: 'hello', language: 'en' },
  { text: '¿qué tal?', language: 'es' },
  { text: 'bonjour', language: 'fr' },
  { text: 'niltze', language: 'nah' },
  { text: 'olá', language: 'pt' },
] as const;

/** A circle drawn in one stroke, the drop in the middle of it, and people saying hello. */
export function HeroDrawing() {
  return (
    <div className={classes.drawing} aria-hidden="true">
      <Enso />
      <div className={classes.drop}>
        <InkDrop mood="proud" size="xl" />
      </div>
      {greetings.map(({ text, language }) => (
        <span key={text} lang={language} className={classes.greeting}>
          {text}
        </span>
      ))}
    </div>
  );
}
