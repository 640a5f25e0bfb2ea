/** People at a table, and accounts where the server has them. */
import type * as wire from '../wire';
import { call, query } from './api';

export class PeopleApi {
  constructor(
    private readonly game: string,
    private readonly token: string,
  ) {}

  private post<T>(what: string, body: unknown = {}): Promise<T> {
    return call('POST', `/api/games/${this.game}/${what}`, body, this.token);
  }

  chatRead(read: number): Promise<wire.Done> {
    return this.post('chat_read', { read });
  }

  /** What I have noted for myself as one of my sides. */
  notes(side: number): Promise<wire.OwnNotes> {
    return call('GET', `/api/games/${this.game}/notes${query({ side })}`, undefined, this.token);
  }

  putNote(note: wire.PutNote): Promise<wire.OwnNotes> {
    return this.post('notes', note);
  }

  /** How many lines of my log I had been told when I was last here, on any device. */
  told(side: number): Promise<wire.ToldSoFar> {
    return call('GET', `/api/games/${this.game}/told${query({ side })}`, undefined, this.token);
  }

  /** Sent so that it arrives even if the page is closed at the same moment. */
  tell(lines: number, side: number): Promise<wire.Done> {
    return call('POST', `/api/games/${this.game}/told`, { lines, side }, this.token, true);
  }

  /** The talk among the seats of my side. */
  teamTalk(): Promise<wire.TeamTalk> {
    return call('GET', `/api/games/${this.game}/team`, undefined, this.token);
  }

  /** Words for my team mates, a place to point at, or both. */
  sayToTeam(said: wire.SayToTeam): Promise<wire.Done> {
    return this.post('team', said);
  }

  /** What happened to the seats of this table, the oldest first. */
  happenings(): Promise<wire.Happenings> {
    return call('GET', `/api/games/${this.game}/happenings`, undefined, this.token);
  }

  /** A bot plays for me: to the end of this phase or player turn, or until I reclaim the seat. */
  handOver(until: wire.HandOver['until']): Promise<wire.GameState> {
    return this.post('hand_over', { until });
  }

  reclaim(): Promise<wire.GameState> {
    return this.post('reclaim');
  }

  keptNotices(): Promise<wire.NoticeChannels> {
    return call('GET', `/api/games/${this.game}/notices`, undefined, this.token);
  }

  /** Channels that are left out stay as they are. */
  notices(channels: wire.ChangeNotices): Promise<wire.NoticeChannels> {
    return this.post('notices', channels);
  }

  /** The old link no longer opens the seat. */
  renewLink(): Promise<wire.SeatKey> {
    return this.post('renew_link');
  }
}

export const register = (given: wire.Credentials): Promise<wire.Account> => call('POST', '/api/account', given);
export const logIn = (given: wire.Credentials): Promise<wire.Account> => call('POST', '/api/login', given);
export const rename = (given: wire.Rename): Promise<wire.Account> => call('POST', '/api/account/rename', given);
export const changePassword = (given: wire.ChangePassword): Promise<wire.Done> => call('POST', '/api/account/password', given);
export const deleteAccount = (given: wire.DeleteAccount): Promise<wire.Done> => call('POST', '/api/account/delete', given);
export const logOut = (): Promise<wire.Done> => call('POST', '/api/logout', {});
export const account = (): Promise<wire.Account> => call('GET', '/api/account');
export const invitedTo = (invitation: string): Promise<wire.InvitedTo> => call('POST', '/api/invitation', { invitation });
export const listedGames = (finished: boolean): Promise<wire.GameList> => call('GET', `/api/games?finished=${finished}`);
export const joinOpenSeat = (game: string, seat: number, name: string): Promise<wire.SeatKey> =>
  call('POST', `/api/games/${game}/join`, { seat, name });
export const importRecord = (record: string, name: string): Promise<wire.GameCreated> => call('POST', '/api/import', { record, name });
