import landing from '../landing.module.css';

/** Benefits, each a short title and a sentence. */
export function BenefitList({ benefits }: { benefits: readonly { title: string; text: string }[] }) {
  return (
    <ul className={landing.benefits}>
      {benefits.map(({ title, text }) => (
        <li key={title}>
          <h3 className={landing.benefitTitle}>{title}</h3>
          <p className={landing.benefitText}>{text}</p>
        </li>
      ))}
    </ul>
  );
}
