import { describe, expect, it } from 'vitest';
import { withoutControls } from '../../shared/client/cli/terminal.ts';

describe('a printed line', () => {
  it('contains no characters that control a terminal, and is the same JSON', () => {
    const value = { name: 'Eve\u009b2J\u007f\u0085\u001b[31m', note: 'Zoë\t日本' };
    const line = withoutControls(JSON.stringify(value, null, 2));
    expect(line).toContain('"Eve\\u009b2J\\u007f\\u0085\\u001b[31m"');
    expect(JSON.parse(line)).toEqual(value);
  });

  it('keeps tabs and line breaks', () => {
    expect(withoutControls('a\tb\r\nc\u0007')).toBe('a\tb\r\nc\\u0007');
  });
});
