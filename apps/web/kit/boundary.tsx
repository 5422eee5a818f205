import { Component, type ReactNode } from 'react';
import { Button } from './parts.tsx';

interface Fault {
  /** Classes of the sheet that says so. */
  readonly look: string;
  readonly titulo: string;
  readonly texto: string;
  readonly reloadPage: string;
  readonly children: ReactNode;
}

/** A fault of the page itself: nothing was sent, and reloading starts from what the server knows. */
export class Boundary extends Component<Fault, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    const { look, titulo, texto, reloadPage, children } = this.props;
    if (!this.state.failed) return children;
    return (
      <main id="conteudo" className={look}>
        <h1>{titulo}</h1>
        <p>{texto}</p>
        <Button look="primary" onClick={() => location.reload()}>
          {reloadPage}
        </Button>
      </main>
    );
  }
}
