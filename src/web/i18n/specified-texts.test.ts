import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Texts } from './i18n.ts';

const root = path.resolve(import.meta.dirname, '../..');

function textsIn(locale: string): string[] {
  const flat = (texts: Texts): string[] =>
    Object.values(texts).flatMap((text) => (typeof text === 'string' ? [text] : flat(text)));
  return globSync(
    ['web', 'features/*/web'].map((place) => `${place}/texts/${locale}.json`),
    { cwd: root },
  ).flatMap((file) => flat(JSON.parse(readFileSync(path.join(root, file), 'utf8'))));
}

const spanish = textsIn('es');
const english = textsIn('en');

/** Texts that the specification quotes as what people read. */
it.each([
  'Cargando...',
  'Continuar',
  'Completar',
  'Paso {{step}} de {{steps}}',
  'Registrarme y Comenzar',
  'Guardar y Continuar',
  'Guardando...',
  'Completa tu registro para comenzar tu viaje de aprendizaje',
  'Mis Clases',
  'Navegación',
  'Vista Estudiante',
  'Hoy',
  'Estudiante',
  'Profesor',
  'Administrador',
  'Pendiente',
  'Aprobado',
  'Rechazado',
  'Debes seleccionar al menos un idioma',
  'Debes estar autenticado',
  'Gratuito',
  'Básico',
  'Premium',
  'VIP',
  'Gratis',
  'Error al cargar los usuarios',
  'Error al actualizar el rol',
  'Rol actualizado correctamente',
  'Error',
  '¡Bienvenido!',
  'Sesión iniciada correctamente',
  '¡Registro exitoso!',
  'Redes sociales conectadas exitosamente',
  'Error al guardar las conexiones',
  'No se pudieron cargar los rankings',
  'No se pudieron cargar las clases',
  'No se pudo inscribir en la clase',
  'No se pudo inscribir en el club',
  'No se pudo cancelar la inscripción',
  'No se pudieron cargar los clubes de conversación',
  'Perfil actualizado',
  'Foto actualizada',
  'No se pudo crear el perfil de profesor',
  '¡Éxito!',
  '¡Compra exitosa!',
  'No hay datos disponibles todavía',
  'No se encontraron usuarios',
  'No hay clases programadas para esta fecha',
  'No hay clases disponibles en este momento',
  'No hay clubes de conversación programados para hoy',
  'No hay transacciones aún',
])('the Spanish interface says “%s”', (text) => {
  expect(spanish).toContain(text);
});

/** Those it quotes in English: so in the English interface, in Spanish of our own in the Spanish one. */
it.each([
  'Oops! Page not found',
  'My Profile',
  'Could not load classes',
  'Error creating class',
  'Error syncing calendar',
  'Error deleting class',
  'Class created',
  'Sync completed',
  'Class deleted',
  'Could not import CSV',
  'Could not update profile',
  'Your data was saved successfully',
  'Name must be at least 2 characters',
  'Name is too long',
  'Please enter a valid email',
  'Email is too long',
  'Please select your country',
  'Country name is too long',
  'Form error',
  'Please correct the errors before continuing',
])('the English interface says “%s”', (text) => {
  expect(english.map((each) => each.replace(/\.$/, ''))).toContain(text);
});
