/** The worker's side: requests come one after the other and are answered as JSON. */

export interface Engine { request(body: string, ms: number): string; ask?(body: string, ms: number): string }
interface Request { id: number; kind: 'request' | 'ask'; body: string; ms: number }

/** Answers requests with an engine that is ready after a while. */
export function serve(ready: Promise<Engine>): void {
  let current = 0;
  Object.assign(self, { gridwrightProgress: (progress: string) => postMessage({ id: current, progress }) });
  self.onmessage = async ({ data: { id, kind, body, ms } }: MessageEvent<Request>) => {
    try {
      const engine = await ready;
      current = id;
      postMessage({ id, reply: kind === 'ask' && engine.ask ? engine.ask(body, ms) : engine.request(body, ms) });
    } catch (error) {
      postMessage({ id, failed: String(error) });
    }
  };
}
