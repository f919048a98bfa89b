import { create } from 'zustand';

/** Whether the last draft could be stored on this computer. */
export const useAreDraftsStored = create<boolean>(() => true);
