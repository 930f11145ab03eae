import type { Locator, Page } from 'playwright-core';

/** Types an address and a password into the form of sign-in, and sends it. */
export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel(/^Contraseña/).fill(password);
  await page.locator('form').getByRole('button', { name: 'Iniciar sesión' }).click();
}

/** What an authenticator app reads from the QR code of the dialog: its secret stands below the code in words. */
export async function authenticatorAddress(dialog: Locator): Promise<string> {
  const secret = ((await dialog.locator('pre').textContent()) ?? '').replaceAll(/\s/g, '');
  return `otpauth://totp/Sumi?secret=${secret}`;
}
