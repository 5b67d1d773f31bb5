/** One tab plays a game. Another one may take it over; what was entered in the first is saved before. */

/** How long a tab may take to give a game up, in milliseconds. */
const PATIENCE = 1500;

export class Hold {
  private readonly channel = new BroadcastChannel('gridwright');
  private release: (() => void) | null = null;

  /** @param save keeps what was entered here; @param lost is called when another tab has the game. */
  constructor(private readonly game: string, private readonly save: () => Promise<unknown>, private readonly lost: () => void) {
    this.channel.onmessage = async ({ data }: MessageEvent<string>) => {
      if (data !== this.game || !this.release) return;
      await this.save();
      this.end();
      this.lost();
    };
  }

  /** Whether no other tab has the game, which this one then has. */
  take(): Promise<boolean> { return this.ask({ ifAvailable: true }); }

  /** Has the tab that has the game save it and give it up; one that does not answer loses it. */
  async takeOver(): Promise<void> {
    this.channel.postMessage(this.game);
    if (!await this.ask({ signal: AbortSignal.timeout(PATIENCE) })) await this.ask({ steal: true });
  }

  private ask(options: LockOptions): Promise<boolean> {
    return new Promise((resolve) => {
      if (!navigator.locks) return resolve(true);
      let own: (() => void) | null = null;
      navigator.locks.request(`game:${this.game}`, options, (lock) => {
        resolve(lock !== null);
        if (lock) return new Promise<void>((release) => { this.release = own = release; });
        return undefined;
      }).catch(() => {
        resolve(false);
        if (own && own === this.release) { this.release = null; this.lost(); }
      });
    });
  }

  /** Gives the game up. */
  end(): void {
    this.release?.();
    this.release = null;
  }

  /** Gives the game up for good. */
  leave(): void {
    this.end();
    this.channel.close();
  }
}
