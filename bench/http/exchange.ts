import { Agent, request } from 'node:http';
import { request as requestSecurely, Agent as SecureAgent } from 'node:https';

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Requests over connections that are kept open. */
export class Exchange {
  readonly #agent: Agent;
  readonly #secureAgent: SecureAgent;

  /** @param maxSockets connections to one origin */
  constructor(maxSockets: number) {
    this.#agent = new Agent({ keepAlive: true, maxSockets });
    this.#secureAgent = new SecureAgent({ keepAlive: true, maxSockets });
  }

  /** One request, its answer read whole. @throws if there is none */
  send(method: string, url: string, headers: Record<string, string>, body?: Buffer | string): Promise<Answer> {
    const secure = url.startsWith('https:');
    const options = { method, headers, agent: secure ? this.#secureAgent : this.#agent };
    return new Promise((done, fail) => {
      const sent = (secure ? requestSecurely : request)(url, options, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => done({ status: response.statusCode ?? 0, text }));
        response.on('error', fail);
      });
      sent.on('error', fail);
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
    this.#secureAgent.destroy();
  }
}
