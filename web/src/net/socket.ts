/** The WebSocket of a game: says hello, comes back after a break, and pairs answers with requests. */
import type * as wire from '../wire';
import { ApiError, unreachable } from './api';
import { changed, changedLegal } from './changes';

type Outgoing =
  | Omit<wire.SubmitMessage, 'id'>
  | Omit<wire.UndoMessage, 'id'>
  | Omit<wire.SayMessage, 'id'>
  | Omit<wire.LookAs, 'id'>
  | Omit<wire.Ping, 'id'>;

type Incoming = wire.ServerMessage;

export interface SocketEvents {
  update(update: wire.UpdateMessage): void;
  said(line: wire.ChatLine): void;
  teamSaid(line: wire.TeamLine): void;
  seats(seats: wire.SeatInfo[]): void;
  connected(isConnected: boolean): void;
  refused(problem: wire.Problem): void;
}

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 15_000;
const PING_EVERY = 25_000;

export class GameSocket {
  private socket: WebSocket | null = null;
  private waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  private lastId = 0;
  private pause = FIRST_PAUSE;
  private timer = 0;
  private ping = 0;
  private isClosed = false;
  private wasGreeted = false;
  /** The state the server sent last, to which changes apply. */
  private told: wire.UpdateMessage | null = null;

  constructor(
    private readonly game: string,
    private readonly token: string | null,
    private readonly events: SocketEvents,
    /** Where to resume: as which side, and how many lines of the log are here already. */
    private readonly place: () => { side: number | null; logFrom: number },
  ) {
    this.open();
  }

  private open(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.game}/socket`);
    this.socket = socket;
    this.wasGreeted = false;
    this.told = null;
    socket.onopen = () => {
      const { side, logFrom } = this.place();
      const hello: wire.Hello = { type: 'hello', token: this.token, side, log_from: logFrom, changes: true };
      socket.send(JSON.stringify(hello));
      this.ping = window.setInterval(() => void this.request({ type: 'ping' }).catch(() => undefined), PING_EVERY);
    };
    socket.onmessage = (event: MessageEvent<string>) => this.receive(JSON.parse(event.data) as Incoming);
    socket.onclose = () => this.broken();
  }

  private receive(message: Incoming): void {
    switch (message.type) {
      case 'update':
        this.pause = FIRST_PAUSE;
        this.wasGreeted = true;
        this.events.connected(true);
        this.tell(message);
        return;
      case 'change':
        if (this.told) this.tell(this.withChange(this.told, message));
        return;
      case 'answer':
        this.waiting.get(message.id)?.resolve();
        this.waiting.delete(message.id);
        return;
      case 'problem':
        this.problem(message);
        return;
      case 'said':
        this.events.said(message.line);
        return;
      case 'team_said':
        this.events.teamSaid(message.line);
        return;
      case 'seats':
        this.events.seats(message.seats);
    }
  }

  private tell(update: wire.UpdateMessage): void {
    this.told = update;
    this.events.update(update);
  }

  private withChange(told: wire.UpdateMessage, change: wire.ChangeMessage): wire.UpdateMessage {
    const legal = changedLegal(told.legal ?? null, change.legal);
    return { type: 'update', state: changed(told.state, change), log_from: change.log_from, lines: change.lines, legal };
  }

  private problem(message: wire.ProblemMessage): void {
    const request = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (request) {
      request.reject(new ApiError(409, message.problem));
    } else if (!this.wasGreeted) {
      this.isClosed = true;
      this.events.refused(message.problem);
    }
  }

  private broken(): void {
    clearInterval(this.ping);
    for (const request of this.waiting.values()) {
      request.reject(unreachable());
    }
    this.waiting.clear();
    if (this.isClosed) return;
    this.events.connected(false);
    this.timer = window.setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  /** Resolves when the server has carried it out; its update has arrived before that. */
  request(message: Outgoing): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        reject(unreachable());
        return;
      }
      const id = ++this.lastId;
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ ...message, id }));
    });
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    clearInterval(this.ping);
    this.socket?.close();
  }
}
