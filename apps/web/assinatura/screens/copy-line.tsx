import { useState } from 'react';
import { Button, Icon } from '../../kit/parts.tsx';
import { useRoad } from '../context.tsx';
import styles from './copy-line.module.css';

/** A line to be copied: by the button, or selected by hand where the browser does not let a page copy. */
export function CopyLine({ text, label }: { readonly text: string; readonly label: string }) {
  const { t, announce } = useRoad();
  const [copied, setCopied] = useState(false);
  const copy = async (line: HTMLInputElement | null) => {
    line?.select();
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return;
    }
    setCopied(true);
    announce(t.mobile.copied);
  };
  return (
    <div className={styles.copy}>
      <input readOnly value={text} aria-label={label} onFocus={(event) => event.currentTarget.select()} />
      <Button onClick={(event) => void copy(event.currentTarget.parentElement?.querySelector('input') ?? null)}>
        {copied ? <Icon name="check" /> : <Icon name="link" />} {copied ? t.mobile.copied : t.mobile.copy}
      </Button>
    </div>
  );
}
