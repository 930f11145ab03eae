import { expect, it } from 'vitest';
import { shownName } from './shown-name.ts';

it.each([
  ['Ana', 'Ana'],
  ['Ana Peña', 'Ana P.'],
  ['  Ana   Peña  ', 'Ana P.'],
  ['Ana Peña Ruiz', 'Ana P.'],
  ['María Fernanda López Ruiz', 'María L.'],
  ['Ana de la Cruz', 'Ana C.'],
  ['López Ruiz, Ana', 'Ana L.'],
  ['José-Luis ñandú', 'José-Luis Ñ.'],
  ['김민준', '김.'],
  ['ana@example.org', 'A.'],
  ['ana.lopez', 'A.'],
  ['ana_2009', 'A.'],
  ['anita', 'A.'],
  ['Ana (mamá de Leo)', 'Ana M.'],
  ['???', '·.'],
])('the name "%s" is shown as "%s"', (fullName, shown) => {
  expect(shownName(fullName, 'Anita')).toBe(shown);
});
