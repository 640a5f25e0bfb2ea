/** Who is logged in, where the server has accounts. */
import * as people from '../net/people';
import { heldSeats } from '../net/seats';
import type { Credentials } from '../wire';
import { titles } from './lobby';

/** Seats this browser holds follow into the account. */
const seatsOfMine = (): string[] => heldSeats().map((seat) => seat.token);

class Who {
  hasAccounts = $state(false);
  name = $state('');
  private wasAsked = false;

  /** Ask once whether there are accounts, and whose this is. */
  ask(): void {
    if (this.wasAsked) return;
    this.wasAsked = true;
    void this.look();
  }

  private async look(): Promise<void> {
    try {
      this.hasAccounts = (await titles()).accounts;
      if (this.hasAccounts) this.name = (await people.account()).name;
    } catch {
      this.name = '';
    }
  }

  async logIn(given: Credentials): Promise<void> {
    this.name = (await people.logIn({ ...given, tokens: seatsOfMine() })).name;
  }

  async register(given: Credentials): Promise<void> {
    this.name = (await people.register({ ...given, tokens: seatsOfMine() })).name;
  }

  async rename(name: string, password: string): Promise<void> {
    this.name = (await people.rename({ name, password })).name;
  }

  async delete(password: string): Promise<void> {
    await people.deleteAccount({ password });
    this.name = '';
  }

  async logOut(): Promise<void> {
    await people.logOut();
    this.name = '';
  }
}

export const who = new Who();
