import { it } from 'vitest';
import { launchChromium, openContext } from '#server/testing/chromium.ts';
import { newSite } from '../src/testing/listen.ts';
import { readdirSync } from 'node:fs';
it('look', async () => {
  const [browser, site] = await Promise.all([launchChromium(), newSite()]);
  const teacher = await site.person({ role: 'teacher', verified: true });
  const clips = readdirSync('/work/main/seed/clips').filter((f) => f.startsWith('en-') && f.endsWith('.webp'));
  for (const [i, f] of clips.slice(0, 4).entries())
    await site.db.insertInto('videos').values({ title: i === 1 ? 'Una frase larguísima con muchas palabras para ver qué pasa con ella' : 'Make o do', language: 'en', level: 'basic', source: 'upload', sourceId: f, thumbnailUrl: `/media/clips/${f}`, topics: ['travel', 'vocabulary'], moderationStatus: 'approved', seconds: 20 }).execute();
  for (const d of [1, 2, 3, 5])
    await site.db.insertInto('classes').values({ kind: d % 2 ? 'club' : 'class', title: d === 2 ? 'Clase de conversación para viajeros que quieren perder el miedo a hablar' : 'Club de viajes', description: 'x', startsAt: new Date(Date.now() + d * 86400_000), createdBy: teacher.id, language: 'en', level: 'basic', requiredTier: d === 5 ? 'vip' : 'free', maxStudents: 6 }).execute();
  const draft = { language: 'en', level: 'basic', goals: ['travel', 'work'], learningStyle: ['group', 'media'], availableTime: '15-30', modality: ['mixed', 'private'], contact: { name: 'Ximena', email: 'x', country: '' } };
  const out = '/tmp/plan-shots/';
  for (const [width, colorScheme] of [[390, 'light'], [390, 'dark'], [1280, 'light'], [1280, 'dark']] as const) {
    await site.db.deleteFrom('rateLimits').execute();
    const context = await openContext(browser, { width, height: width === 390 ? 844 : 800, colorScheme, baseURL: site.url, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const shot = async (name: string, fullPage = false) => { await page.waitForTimeout(300); await page.screenshot({ path: `${out}${name}-${width}-${colorScheme}.png`, fullPage }); };
    await page.goto('/quiz/plan');
    await page.evaluate((d) => sessionStorage.setItem('sumi.planDraft', JSON.stringify(d)), draft);
    await page.reload();
    for (let i = 1; i <= 6; i++) {
      await page.getByText(`Pregunta ${i} de 6`).waitFor();
      await shot(`q${i}`);
      await page.getByRole('button', { name: 'Continuar' }).click();
    }
    await page.getByText('Último paso').waitFor();
    await page.getByRole('button', { name: 'Ver mi plan' }).click();
    await shot('contact');
    await page.getByLabel('Correo electrónico').fill('x@example.org');
    await page.getByRole('combobox', { name: 'País' }).fill('Colombia');
    await page.getByRole('button', { name: 'Ver mi plan' }).click();
    await page.getByRole('heading', { name: /este es tu plan/ }).waitFor();
    await page.evaluate(() => document.querySelectorAll('img').forEach((i) => { i.loading = 'eager'; }));
    await page.waitForTimeout(600);
    await shot('plan', true);
    await context.close();
    if (colorScheme === 'light') {
      const person = await site.person({ name: 'Ana', languages: ['nah'] });
      const [name = '', value = ''] = person.cookie.split('=');
      const mine = await openContext(browser, { width, height: 800, colorScheme, baseURL: site.url, reducedMotion: 'reduce' });
      await mine.addCookies([{ name, value, url: site.url, httpOnly: true, sameSite: 'Lax' }]);
      const p = await mine.newPage();
      await p.goto('/dashboard'); await p.getByRole('link', { name: 'Mi plan personal' }).waitFor(); await p.waitForTimeout(500);
      await p.screenshot({ path: `${out}dashboard-${width}.png`, fullPage: true });
      await p.goto('/profile'); await p.getByRole('link', { name: 'Mi plan personal' }).waitFor(); await p.waitForTimeout(500);
      await p.screenshot({ path: `${out}profile-${width}.png`, fullPage: true });
      await p.evaluate((d) => sessionStorage.setItem('sumi.planDraft', JSON.stringify({ ...d, language: 'nah', modality: ['private'], availableTime: '1-2' })), draft);
      await p.goto('/quiz/plan');
      for (let i = 1; i <= 5; i++) { await p.getByText(`Pregunta ${i} de 6`).waitFor(); await p.getByRole('button', { name: 'Continuar' }).click(); }
      await p.getByRole('button', { name: 'Ver mi plan' }).click();
      await p.getByRole('heading', { name: /este es tu plan/ }).waitFor(); await p.waitForTimeout(400);
      await p.screenshot({ path: `${out}empty-${width}.png`, fullPage: true });
      await mine.close();
    }
  }
  await browser.close(); await site.close();
}, 180_000);
