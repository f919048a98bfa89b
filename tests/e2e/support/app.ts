import { expect, type Locator, type Page } from '@playwright/test';
import { extraRoutes } from '../../../src/shared/routes.ts';
import { texts } from '../../../src/shared/texts.ts';
import { routes } from '../../support/routes.ts';
import type { Host } from './host.ts';
import { PageMonitor } from './page-monitor.ts';
import { blankPath } from './shared-page.ts';
import { admin } from './test-server.ts';

/** Titles of the pages that open first: at `/`, and after a login. */
const firstTitles = /^(All List|Home)$/;

export class App {
  readonly host: Host;
  readonly watch: PageMonitor;
  #page: Page | null = null;
  #isAtFirstPage = false;
  readonly #watchPage = (page: Page) => this.watch.attach(page);

  constructor(host: Host) {
    this.host = host;
    this.watch = new PageMonitor(host.isOwn);
  }

  get page(): Page {
    if (!this.#page) throw new Error('The app is not open.');
    return this.#page;
  }

  get isOpen(): boolean {
    return this.#page !== null;
  }

  async open(path = '/'): Promise<void> {
    await this.#begin();
    await this.load(path);
    this.#isAtFirstPage = true;
  }

  async openAtStart(): Promise<void> {
    await this.#begin();
  }

  /** Signs in on the desktop's first page. Signing in reloads that page, so the watch sees all of its requests. */
  async openAndSignIn(): Promise<void> {
    await this.openAtStart();
    await this.signIn();
    this.#isAtFirstPage = true;
  }

  async close(): Promise<void> {
    this.#page?.context().off('page', this.#watchPage);
    this.#page = null;
    await this.host.close();
    this.watch.detach();
    this.watch.read(this.host.log());
  }

  async restart(path = '/'): Promise<void> {
    await this.close();
    await this.open(path);
  }

  async load(path: string): Promise<void> {
    this.#isAtFirstPage = false;
    await this.page.goto(this.host.address(path));
  }

  /**
   * Opens a route: by an in-page navigation from the desktop's first page, which is five times faster, otherwise
   * by loading it.
   */
  async goto(path: string): Promise<void> {
    const isFirstPage = ['/', extraRoutes.home].includes(path) || path.startsWith(routes.userList);
    if (!this.#isAtFirstPage || isFirstPage) return this.load(path);
    await this.navigateInApp(path);
    // The first page stays until the next page renders: a click must not hit its buttons.
    await expect(this.page.getByRole('heading', { level: 1, name: firstTitles })).toBeHidden();
  }

  /** Navigates within the page. The previous page stays visible for a moment. */
  async navigateInApp(path: string): Promise<void> {
    if (this.#isBlank()) return this.load(path);
    this.#isAtFirstPage = false;
    await this.page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
  }

  async navigateTo(path: string): Promise<void> {
    if (this.#isBlank()) return this.load(path);
    const heading = this.page.getByRole('main').getByRole('heading', { level: 1 });
    const before = await heading.textContent();
    await this.navigateInApp(path);
    await expect(heading).not.toHaveText(before ?? '');
  }

  route(): string {
    const { pathname, search } = new URL(this.page.url());
    return `${pathname}${search}`;
  }

  async expectRoute(path: string): Promise<void> {
    await expect.poll(() => this.route()).toBe(path);
  }

  /** Chooses files in the dialog that the named button opens. */
  async chooseFiles(button: string | RegExp, ...paths: string[]): Promise<void> {
    const open = this.page.getByRole('button', { name: button });
    await this.host.chooseFiles(this.page, paths, () => open.click());
  }

  async fillLogin({ identifier, password }: { identifier: string; password: string }): Promise<void> {
    await this.page.getByLabel(texts.login.identifierLabel).fill(identifier);
    await this.page.getByRole('textbox', { name: texts.login.passwordLabel, exact: true }).fill(password);
    await this.page.getByRole('button', { name: texts.login.submit, exact: true }).click();
  }

  async signIn(): Promise<void> {
    await this.fillLogin({ identifier: admin.email, password: admin.password });
    await this.expectSignedIn();
  }

  /** Chooses Log out in the account menu and returns the question that follows. */
  async openLogout(): Promise<Locator> {
    await this.page.getByRole('banner').getByRole('button', { name: texts.shell.badge }).click();
    await this.page.getByRole('menuitem', { name: texts.logout.label }).click();
    return this.page.getByRole('dialog').filter({ hasText: texts.logout.confirm });
  }

  async logOut(): Promise<void> {
    await (await this.openLogout()).getByRole('button', { name: texts.logout.label }).click();
    await this.expectSignedOut();
  }

  #isBlank(): boolean {
    return new URL(this.page.url()).pathname === blankPath;
  }

  async #begin(): Promise<void> {
    this.#page = await this.host.open();
    this.watch.attach(this.#page);
    this.#page.context().on('page', this.#watchPage);
  }

  async expectSignedIn(options: { timeout?: number } = {}): Promise<void> {
    await expect(this.page.getByRole('navigation').first()).toBeVisible(options);
  }

  async expectSignedOut(): Promise<void> {
    await expect(this.page.getByLabel(texts.login.identifierLabel)).toBeVisible();
  }
}
