//! Which cells of a board must differ: the lists that its rules are made of.

/// The houses of a board, and which of its cells touch.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    /// Where the cells of each house start, and the last end.
    houses: Vec<u32>,
    house_cells: Vec<u16>,
    /// By cell, and an end mark.
    links_of: Vec<Links>,
    /// For each cell its houses and then the cells it touches.
    links: Vec<u16>,
}

/// Where the links of a cell start; those of the next cell are their end.
#[derive(Clone, Copy, Debug, Default)]
struct Links {
    houses: u32,
    touching: u32,
}

impl Groups {
    /// The most cells of a board.
    pub const MOST_CELLS: usize = 2500;
    /// The most cells of a house.
    pub const MOST_DIGITS: u32 = 32;

    /// From the cells of each house and the pairs of cells that touch.
    pub fn new<House: IntoIterator<Item = usize>>(
        cells: usize,
        houses: impl IntoIterator<Item = House>,
        touching: impl IntoIterator<Item = (usize, usize)>,
    ) -> Groups {
        debug_assert!(cells <= Groups::MOST_CELLS);
        let mut groups = Groups {
            houses: Vec::with_capacity(cells + 1),
            house_cells: Vec::with_capacity(cells),
            links_of: vec![Links::default(); cells + 1],
            links: Vec::new(),
        };
        groups.houses.push(0);
        for house in houses {
            for cell in house {
                groups.house_cells.push(cell as u16);
                groups.links_of[cell].houses += 1;
            }
            groups.houses.push(groups.house_cells.len() as u32);
        }
        let mut pairs = Vec::with_capacity(4 * cells);
        let links_of = &mut groups.links_of[..];
        touching.into_iter().for_each(|(a, b)| {
            links_of[a].touching += 1;
            links_of[b].touching += 1;
            pairs.push((a as u16, b as u16));
        });
        groups.index_links(&pairs);
        groups
    }

    /// Turns the number of each cell's links into where they start, and fills them in.
    fn index_links(&mut self, pairs: &[(u16, u16)]) {
        let mut end = 0;
        for links in &mut self.links_of {
            end += links.houses;
            links.houses = end;
            end += links.touching;
            links.touching = end;
        }
        self.links.resize(end as usize, 0);
        // Filled from the back, which leaves every cell with its starts.
        for (house, range) in self.houses.windows(2).enumerate().rev() {
            for &cell in &self.house_cells[range[0] as usize..range[1] as usize] {
                let at = &mut self.links_of[usize::from(cell)].houses;
                *at -= 1;
                self.links[*at as usize] = house as u16;
            }
        }
        for &(a, b) in pairs.iter().rev() {
            for (cell, other) in [(a, b), (b, a)] {
                let at = &mut self.links_of[usize::from(cell)].touching;
                *at -= 1;
                self.links[*at as usize] = other;
            }
        }
    }

    pub fn cell_count(&self) -> usize {
        self.links_of.len() - 1
    }

    pub fn house_count(&self) -> usize {
        self.houses.len() - 1
    }

    /// The cells of a house.
    #[inline(always)]
    pub fn house(&self, house: u16) -> &[u16] {
        let house = usize::from(house);
        &self.house_cells[self.houses[house] as usize..self.houses[house + 1] as usize]
    }

    /// The houses of a cell.
    #[inline(always)]
    pub fn houses_of(&self, cell: u16) -> &[u16] {
        let Links { houses, touching } = self.links_of[usize::from(cell)];
        &self.links[houses as usize..touching as usize]
    }

    /// The cells that a cell touches.
    #[inline(always)]
    pub fn touching(&self, cell: u16) -> &[u16] {
        let cell = usize::from(cell);
        &self.links[self.links_of[cell].touching as usize..self.links_of[cell + 1].houses as usize]
    }
}
