import { useEffect, useRef } from 'react';
import { create } from 'zustand';

type Announcement = { id: number; text: string };

const useAnnouncements = create<readonly Announcement[]>(() => []);

// Milliseconds until a text is removed: later, it would only be in the way of those who read on.
const announcementMs = 1000;

let lastId = 0;

/** Has screen readers read a text once the user pauses, without moving the focus. */
export const announce = (text: string): void => {
  lastId += 1;
  const announcement = { id: lastId, text };
  useAnnouncements.setState((current) => [...current, announcement], true);
  setTimeout(
    () => useAnnouncements.setState((current) => current.filter((other) => other !== announcement), true),
    announcementMs,
  );
};

/** The only live region for messages that aren't errors. It exists from the start, as screen readers require. */
export const LiveRegion = () => (
  <div aria-live="polite" className="bo-visually-hidden">
    {useAnnouncements().map(({ id, text }) => (
      <p key={id}>{text}</p>
    ))}
  </div>
);

/** Announces a text when it appears or changes. */
export const useAnnouncement = (text: string | undefined): void => {
  useEffect(() => {
    if (text) announce(text);
  }, [text]);
};

/** Announces changes of a text, but not the first one, which is part of the page that opens. */
export const useAnnouncedChanges = (text: string): void => {
  const previous = useRef<string>(undefined);
  useEffect(() => {
    if (text && previous.current !== undefined && text !== previous.current) announce(text);
    if (text || previous.current !== undefined) previous.current = text;
  }, [text]);
};
