//! The table of floors in ARCHITECTURE.md.

/// The floors from below.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Floors {
    pub(super) floors: Vec<Floor>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Floor {
    /// The name in the first column.
    pub(super) name: String,
    /// Files and directories; directories end with `/`.
    pub(super) rooms: Vec<String>,
}

/// The first cell of the table.
const HEAD: &str = "| Floor |";

impl Floors {
    /// Reads the table in a text. The rows are listed from below.
    pub(super) fn parse(text: &str) -> Result<Floors, String> {
        let rows = text.lines().skip_while(|line| !line.starts_with(HEAD)).skip(2);
        let floors: Vec<_> = rows
            .take_while(|line| line.starts_with('|'))
            .map(|line| {
                let mut cells = line.split('|').skip(1);
                let name = cells.next().unwrap_or_default().trim().to_owned();
                Floor { name, rooms: code_in(cells.next().unwrap_or_default()) }
            })
            .collect();
        if floors.is_empty() || floors.iter().any(|floor| floor.name.is_empty() || floor.rooms.is_empty()) {
            return Err("ARCHITECTURE.md has no table of floors, or one with empty cells".to_owned());
        }
        Ok(Floors { floors })
    }

    /// Returns the position of the floor of a file.
    pub(super) fn of(&self, file: &str) -> Option<usize> {
        let len = |room: &String| is_in(file, room).then_some(room.len());
        let longest = |floor: &Floor| floor.rooms.iter().filter_map(len).max();
        let floors = self.floors.iter().enumerate();
        floors.filter_map(|(k, floor)| Some((longest(floor)?, k))).max().map(|(_, k)| k)
    }
}

/// Returns `true` if a file is this room, or in it.
pub(super) fn is_in(file: &str, room: &str) -> bool {
    file == room || room.ends_with('/') && file.starts_with(room)
}

/// Returns what is between backticks.
fn code_in(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}
